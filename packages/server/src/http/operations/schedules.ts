import type { Operations } from './operation.ts';

/** Calls about schedules and their fires. */
export const schedules: Operations = {
  'POST /api/v1/workflow-schedules': ['createSchedule', 'Schedule a workflow'],
  'GET /api/v1/workflow-schedules': ['listSchedules', 'Schedules'],
  'PUT /api/v1/workflow-schedules/{id}': ['updateSchedule', 'Change a schedule'],
  'GET /api/v1/workflow-schedules/{id}': ['readSchedule', 'A schedule'],
  'DELETE /api/v1/workflow-schedules/{id}': ['deleteSchedule', 'Delete a schedule'],
  'PUT /api/v1/workflow-schedules/{id}/active': ['switchSchedule', 'Switch a schedule on or off'],
  'GET /api/v1/workflow-schedules/projects/{projectId}/workflows/{analysisflowId}': [
    'listSchedulesOfWorkflow',
    'Schedules of a workflow in a project',
  ],
  'GET /api/v1/workflow-schedules-list/{workflowId}': [
    'listSchedulesOlder',
    'Schedules of a workflow, at another address',
  ],
  'POST /api/v1/workflow-schedules/next-fires': ['planFires', 'The next fires of a schedule that need not be saved'],
  'GET /api/v1/workflow-schedules/{id}/fires': ['listFires', 'Fires of a schedule'],
  'GET /api/v1/workflow-schedules/calendar': ['readCalendar', 'Days on which schedules have fired or are to fire'],
};
