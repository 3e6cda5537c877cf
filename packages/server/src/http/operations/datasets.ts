import type { Operations } from './operation.ts';

/** Calls about datasets. */
export const datasets: Operations = {
  'POST /api/v1/datasets/sample-data': ['sampleDataset', 'First rows of a file that is to become a dataset'],
  'POST /api/v1/datasets/schema': ['inferSchema', 'Columns of a file that is to become a dataset'],
  'GET /api/v1/datasets/read-options': ['listReadOptions', 'Options of readers by format'],
  'POST /api/v1/datasets/profile': ['profileFile', 'Statistics of each column of a file'],
  'POST /api/v1/datasets/{id}/profile': ['profileDataset', 'Statistics of each column of a dataset'],
  'DELETE /api/v1/datasets/{id}': ['deleteDataset', 'Delete a dataset'],
  'GET /api/v1/datasets/{id}': ['readDataset', 'A dataset'],
  'DELETE /api/v1/datasets': ['deleteDatasets', 'Delete datasets'],
  'POST /api/v1/datasets': ['saveDataset', 'Create or change a dataset'],
  'GET /api/v1/datasets': ['listDatasets', 'Datasets'],
  'GET /api/v1/datasets/{id}/versions': ['listDatasetVersions', 'Versions of a dataset'],
  'GET /api/v1/datasets/{id}/versions/{version}': ['readDatasetVersion', 'A version of a dataset'],
  'GET /api/v1/datasets/list/export': ['exportDatasets', 'Datasets as JSON texts'],
  'GET /api/v1/datasets/export/{id}': ['exportDataset', 'A dataset as a file'],
  'POST /api/v1/datasets/import': ['importDatasets', 'Import datasets from files'],
  'POST /dataset/save': ['saveDatasetOlder', 'Save a dataset, at another address'],
  'POST /api/v1/datasets/{id}/{name}/clone': ['cloneDatasetAs', 'Copy a dataset under a name'],
  'GET /api/v1/datasets/latest': ['listLatestDatasets', 'Datasets that have changed last'],
  'GET /api/v1/datasets/users': ['listMyDatasets', 'Datasets of the caller'],
  'GET /api/v1/datasets/count': ['countDatasets', 'How many datasets there are'],
  'GET /api/v1/datasets/categories': ['listDatasetCategories', 'Categories of datasets'],
  'GET /api/v1/datasets/projects/{id}': ['listDatasetsOfProject', 'Datasets of a project'],
  'GET /api/v1/datasets/{id}/workflows': ['listWorkflowsOfDataset', 'Workflows that read a dataset'],
};
