import { functions as F, types, type Column } from '@millrace/spark-connect';
import { lambda, lambda2 } from '../../kit/lambda.ts';

// numbers of 32 bits without a sign, in bigints
const long = (value: number): Column => F.lit(BigInt(value), types.long);
const low = (value: Column): Column => value.bitwiseAnd(long(0xffffffff));
const left = (value: Column, bits: number): Column => F.shiftleft(value, bits);
const right = (value: Column, bits: number): Column => F.shiftright(value, bits);

/** `body` of a value that it needs more than once. */
const withVariable = (name: string, value: Column, body: (value: Column) => Column): Column =>
  F.elementAt(F.call('transform', F.array(value), lambda(name, body)), 1);

/** A product's low bits, in halves: no number of 64 bits overflows. */
const times = (value: Column, factor: number): Column =>
  withVariable('t', value, (v) => {
    const high = low(right(v, 16).times(long(factor)));
    return low(left(high, 16).plus(v.bitwiseAnd(long(0xffff)).times(long(factor))));
  });
const rotate = (value: Column, bits: number): Column =>
  withVariable('r', value, (v) => low(left(v, bits)).bitwiseOr(right(v, 32 - bits)));
const xorShift = (value: Column, bits: number): Column => withVariable('s', value, (v) => v.bitwiseXor(right(v, bits)));

const mixKey = (word: Column): Column => times(rotate(times(word, 0xcc9e2d51), 15), 0x1b873593);
const mixHash = (hash: Column, word: Column): Column =>
  low(times(rotate(hash.bitwiseXor(mixKey(word)), 13), 5).plus(long(0xe6546b64)));

/**
 * Murmur3 (x86, 32 bits, seed 42) of a text in UTF-8, as a signed number: the hash by which Spark's HashingTF finds the
 * place of a word. Spark's SQL function `hash` takes the last bytes another way.
 */
export const murmur3 = (text: Column): Column =>
  withVariable('x', F.hex(F.encode(text, 'UTF-8')), (hex) => {
    const digits = F.length(hex).cast(types.long);
    const whole = right(digits, 3);
    // beyond the end there are zeros, which change nothing
    const byte = (block: Column, i: number): Column => {
      const at = left(block, 3)
        .plus(long(2 * i + 1))
        .cast(types.integer);
      return F.coalesce(F.conv(F.call('substring', hex, at, F.lit(2)), 16, 10).cast(types.long), long(0));
    };
    const word = (block: Column): Column =>
      [1, 2, 3].reduce((all, i) => all.plus(left(byte(block, i), 8 * i)), byte(block, 0));
    const blocks = F.call(
      'filter',
      F.sequence(long(0), whole),
      lambda('b', (block) => block.lt(whole)),
    );
    const body = F.call(
      'aggregate',
      blocks,
      long(42),
      lambda2('h', 'b', (hash, block) => mixHash(hash, word(block))),
    );
    const withLength = body.bitwiseXor(mixKey(word(whole))).bitwiseXor(right(digits, 1));
    const end = xorShift(times(xorShift(times(xorShift(withLength, 16), 0x85ebca6b), 13), 0xc2b2ae35), 16);
    return withVariable('e', end, (hash) =>
      F.when(hash.gt(long(0x7fffffff)), hash.minus(long(2 ** 32))).otherwise(hash),
    );
  });
