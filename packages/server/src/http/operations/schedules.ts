import type { Operations } from './operation.ts';

/** Calls about schedules and their fires. */
export const schedules: Operations = {
  'POST /api/v1/workflow-schedules': ['createSchedule', 'Schedule a workflow'],
  'GET /api/v1/workflow-schedules': ['listSchedules', 'List schedules'],
  'PUT /api/v1/workflow-schedules/{id}': ['updateSchedule', 'Update a schedule'],
  'GET /api/v1/workflow-schedules/{id}': ['readSchedule', 'Get a schedule'],
  'DELETE /api/v1/workflow-schedules/{id}': ['deleteSchedule', 'Delete a schedule'],
  'PUT /api/v1/workflow-schedules/{id}/active': ['switchSchedule', 'Activate or deactivate a schedule'],
  'GET /api/v1/workflow-schedules/projects/{projectId}/workflows/{analysisflowId}': [
    'listSchedulesOfWorkflow',
    'List the schedules of a workflow in a project',
  ],
  'GET /api/v1/workflow-schedules-list/{workflowId}': [
    'listSchedulesOlder',
    'List the schedules of a workflow (alternative path)',
  ],
  'POST /api/v1/workflow-schedules/next-fires': ['planFires', 'Preview the next fire times of a schedule'],
  'GET /api/v1/workflow-schedules/{id}/fires': ['listFires', 'List the fires of a schedule'],
  'GET /api/v1/workflow-schedules/calendar': ['readCalendar', 'Get the calendar of schedules'],
};
