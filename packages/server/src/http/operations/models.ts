import type { Operations } from './operation.ts';

/** Calls about registered models. */
export const models: Operations = {
  'POST /api/v1/models/{id}/predict': ['predict', 'Predict rows with a model'],
  'GET /api/v1/models': ['listModels', 'List registered models'],
  'POST /api/v1/models': ['registerModel', 'Register a model of the file space'],
  'GET /api/v1/models/{id}': ['readModel', 'Get a registered model with its versions'],
  'PUT /api/v1/models/{id}': ['changeModel', 'Update a registered model or its champion'],
  'DELETE /api/v1/models/{id}': ['deleteModel', 'Delete a registered model'],
  'GET /api/v1/models/{id}/compare': ['compareModelVersions', 'Compare versions of a model'],
  'GET /api/v1/models/{id}/versions/{version}': ['readModelVersion', 'Get a version of a model'],
  'DELETE /api/v1/models/{id}/versions/{version}': ['deleteModelVersion', 'Delete a version of a model'],
  'GET /api/v1/models/{id}/versions/{version}/download': [
    'downloadModelVersion',
    'Download the files of a model version',
  ],
};
