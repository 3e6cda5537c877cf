import type { Operations } from './operation.ts';

/** Calls about registered models. */
export const models: Operations = {
  'POST /api/v1/models/{id}/predict': ['predict', 'Predict for rows'],
  'GET /api/v1/models': ['listModels', 'Registered models'],
  'POST /api/v1/models': ['registerModel', 'Register a model that lies in the file space'],
  'GET /api/v1/models/{id}': ['readModel', 'A registered model with its versions'],
  'PUT /api/v1/models/{id}': ['changeModel', 'Change a registered model, or its champion'],
  'DELETE /api/v1/models/{id}': ['deleteModel', 'Delete a registered model'],
  'GET /api/v1/models/{id}/compare': ['compareModelVersions', 'Versions of a model side by side'],
  'GET /api/v1/models/{id}/versions/{version}': ['readModelVersion', 'A version of a model'],
  'DELETE /api/v1/models/{id}/versions/{version}': ['deleteModelVersion', 'Delete a version of a model'],
  'GET /api/v1/models/{id}/versions/{version}/download': ['downloadModelVersion', 'The files of a version of a model'],
};
