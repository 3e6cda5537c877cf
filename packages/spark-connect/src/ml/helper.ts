import { create } from '@bufbuild/protobuf';
import { ObjectRefSchema } from '../proto.ts';

/** What Spark offers its own clients in addition to operators and models; every session has it under this name. */
export const helper = create(ObjectRefSchema, { id: '______ML_CONNECT_HELPER______' });
