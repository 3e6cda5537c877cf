#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { builtCommand } from '@millrace/toolchain/command-line';
import type * as Command from './command.ts';

// makes the folder that TMPDIR names if it is missing
enableCompileCache();

// `millrace … | head`: the reader is gone, so there is nothing left to do; engines end with us
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

const { main }: typeof Command = await import(builtCommand() ?? './command.ts');
process.exitCode = await main(process.argv.slice(2));
