import type { Operations } from './operation.ts';

/** Calls about datasets. */
export const datasets: Operations = {
  'POST /api/v1/datasets/sample-data': ['sampleDataset', 'Preview the rows of a file'],
  'POST /api/v1/datasets/schema': ['inferSchema', 'Infer the schema of a file'],
  'GET /api/v1/datasets/read-options': ['listReadOptions', 'List the read options of each format'],
  'POST /api/v1/datasets/profile': ['profileFile', 'Profile the columns of a file'],
  'POST /api/v1/datasets/{id}/profile': ['profileDataset', 'Profile the columns of a dataset'],
  'DELETE /api/v1/datasets/{id}': ['deleteDataset', 'Delete a dataset'],
  'GET /api/v1/datasets/{id}': ['readDataset', 'Get a dataset'],
  'DELETE /api/v1/datasets': ['deleteDatasets', 'Delete datasets'],
  'POST /api/v1/datasets': ['saveDataset', 'Create or update a dataset'],
  'GET /api/v1/datasets': ['listDatasets', 'List datasets'],
  'GET /api/v1/datasets/{id}/versions': ['listDatasetVersions', 'List the versions of a dataset'],
  'GET /api/v1/datasets/{id}/versions/{version}': ['readDatasetVersion', 'Get a version of a dataset'],
  'GET /api/v1/datasets/list/export': ['exportDatasets', 'Export datasets as JSON texts'],
  'GET /api/v1/datasets/export/{id}': ['exportDataset', 'Export a dataset as a file'],
  'POST /api/v1/datasets/import': ['importDatasets', 'Import datasets from files'],
  'POST /dataset/save': ['saveDatasetOlder', 'Save a dataset (alternative path)'],
  'POST /api/v1/datasets/{id}/{name}/clone': ['cloneDatasetAs', 'Copy a dataset under a new name'],
  'GET /api/v1/datasets/latest': ['listLatestDatasets', 'List the most recently updated datasets'],
  'GET /api/v1/datasets/users': ['listMyDatasets', 'List the datasets of the caller'],
  'GET /api/v1/datasets/count': ['countDatasets', 'Count datasets'],
  'GET /api/v1/datasets/categories': ['listDatasetCategories', 'List the categories of datasets'],
  'GET /api/v1/datasets/projects/{id}': ['listDatasetsOfProject', 'List the datasets of a project'],
  'GET /api/v1/datasets/{id}/workflows': ['listWorkflowsOfDataset', 'List the workflows that read a dataset'],
};
