import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../context.ts';

/** A part of the interface: its routes, over what the service stands on. */
export type Resource = (context: Context) => FastifyPluginAsyncTypebox;
