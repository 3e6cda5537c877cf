import { crash } from './crash.ts';
import { randomFrom } from './random.ts';

/** `npm run crash [-- KILLS [SEED]]`: the long form of the crash test. */
const [kills = '200', seed = String(Date.now() % 1e6)] = process.argv.slice(2);
console.log(`${kills} kills, seed ${seed}`);
await crash(Number(kills), randomFrom(Number(seed)), console.log);
console.log('nothing lost, nothing doubled, nothing left');
