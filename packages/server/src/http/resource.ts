import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../context.ts';

/** A part of the interface: its routes, over what the service stands on. */
export type Resource = (context: Context) => FastifyPluginAsyncTypebox;

/** The app as a resource gets it: its schemas type what its handlers read. */
export type App = Parameters<FastifyPluginAsyncTypebox>[0];

/** Adds some of the routes of a resource to the app. */
export type AddRoutes = (app: App, context: Context) => void;
