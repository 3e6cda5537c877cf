import type { Operations } from './operation.ts';

/** Calls about projects, their members and archives. */
export const projects: Operations = {
  'GET /api/v1/projects': ['listProjects', 'Projects that the caller may see'],
  'POST /api/v1/projects': ['saveProject', 'Create or change a project'],
  'GET /api/v1/projects/users/logged-in': ['listMyProjects', 'Projects that the caller may see, at another address'],
  'GET /api/v1/projects/projects/users': ['listProjectsOlder', 'Projects that the caller may see, at another address'],
  'GET /api/v1/project/info': ['listProjectInfo', 'Projects that the caller may see, at another address'],
  'GET /api/v1/projects/counts': ['countByProject', 'Records of each kind by project'],
  'GET /api/v1/projects/{id}': ['readProject', 'A project'],
  'PUT /api/v1/projects/{id}': ['changeProject', 'Change a project'],
  'DELETE /api/v1/projects/{id}': ['deleteProject', 'Delete a project'],
  'GET /api/v1/projects/{id}/lineage': [
    'readLineage',
    'Which files, workflows and models of a project depend on which',
  ],
  'GET /api/v1/projects/{id}/members': ['listMembers', 'Members of a project'],
  'PUT /api/v1/projects/{id}/members': ['changeMembers', 'Change the members of a project'],
  'GET /api/v1/project-permissions/projects/{projectId}': ['listShares', 'Whom a project is shared with'],
  'GET /api/v1/project-permissions/projects/{projectId}/groups/{groupId}': [
    'readShareOfGroup',
    'What a group may do in a project',
  ],
  'GET /api/v1/project-permissions/{id}': ['readShare', 'A share of a project'],
  'DELETE /api/v1/project-permissions/{id}': ['deleteShare', 'End a share of a project'],
  'POST /api/v1/project-permissions': ['saveShare', 'Share a project with a user or a group'],
  'POST /api/v1/projects/export': ['exportProjects', 'Projects as an archive'],
  'POST /api/v1/projects/import': ['importProject', 'Import a project from an archive'],
  'POST /api/v1/projects/multiple/import': ['importProjects', 'Import all projects of an archive'],
};
