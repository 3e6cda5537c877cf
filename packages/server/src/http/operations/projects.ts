import type { Operations } from './operation.ts';

/** Calls about projects, their members and archives. */
export const projects: Operations = {
  'GET /api/v1/projects': ['listProjects', 'List the projects visible to the caller'],
  'POST /api/v1/projects': ['saveProject', 'Create or update a project'],
  'GET /api/v1/projects/users/logged-in': [
    'listMyProjects',
    'List the projects visible to the caller (alternative path)',
  ],
  'GET /api/v1/projects/projects/users': [
    'listProjectsOlder',
    'List the projects visible to the caller (alternative path)',
  ],
  'GET /api/v1/project/info': ['listProjectInfo', 'List the projects visible to the caller (alternative path)'],
  'GET /api/v1/projects/counts': ['countByProject', 'Count the records of each kind by project'],
  'GET /api/v1/projects/{id}': ['readProject', 'Get a project'],
  'PUT /api/v1/projects/{id}': ['changeProject', 'Update a project'],
  'DELETE /api/v1/projects/{id}': ['deleteProject', 'Delete a project'],
  'GET /api/v1/projects/{id}/lineage': ['readLineage', 'Get the lineage of files, workflows and models of a project'],
  'GET /api/v1/projects/{id}/libraries': ['listLibraries', 'List the libraries of a project'],
  'PUT /api/v1/projects/{id}/libraries': ['changeLibraries', 'Set the libraries of a project'],
  'GET /api/v1/projects/{id}/members': ['listMembers', 'List the members of a project'],
  'PUT /api/v1/projects/{id}/members': ['changeMembers', 'Set the members of a project'],
  'GET /api/v1/project-permissions/projects/{projectId}': ['listShares', 'List the shares of a project'],
  'GET /api/v1/project-permissions/projects/{projectId}/groups/{groupId}': [
    'readShareOfGroup',
    'Get the rights of a group in a project',
  ],
  'GET /api/v1/project-permissions/{id}': ['readShare', 'Get a share of a project'],
  'DELETE /api/v1/project-permissions/{id}': ['deleteShare', 'Delete a share of a project'],
  'POST /api/v1/project-permissions': ['saveShare', 'Share a project with a user or a group'],
  'POST /api/v1/projects/export': ['exportProjects', 'Export projects as an archive'],
  'POST /api/v1/projects/import': ['importProject', 'Import a project from an archive'],
  'POST /api/v1/projects/multiple/import': ['importProjects', 'Import all projects of an archive'],
};
