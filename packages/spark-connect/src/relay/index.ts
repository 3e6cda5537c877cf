export { Relay, type RelayedRequest, type RelayOptions } from './relay.ts';
export { StatusError } from '../grpc/status.ts';
