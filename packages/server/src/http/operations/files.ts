import type { Operations } from './operation.ts';

/** Calls about the file space. */
export const files: Operations = {
  'POST /api/v1/hdfs/dir/create': ['createFolder', 'Create a folder'],
  'POST /api/v1/hdfs/files/upload': ['uploadFile', 'Upload a file'],
  'DELETE /api/v1/hdfs/files/delete': ['deleteFile', 'Delete a file or folder'],
  'GET /api/v1/hdfs/files/rename': ['renameFile', 'Rename a file or folder'],
  'GET /api/v1/hdfs/files/move': ['moveFile', 'Move a file or folder'],
  'POST /api/v1/hdfs/files/moves': ['moveFiles', 'Move files and folders'],
  'GET /api/v1/hdfs/files/permissions/change': ['changePermissionsByGet', 'Change the permissions of a file, by GET'],
  'POST /api/v1/hdfs/files/permissions/change': ['changePermissions', 'Change the permissions of a file'],
  'POST /api/v1/hdfs/files/uploads': ['beginUpload', 'Start a resumable upload'],
  'HEAD /api/v1/hdfs/files/uploads/{id}': ['readUpload', 'Get the progress of an upload'],
  'PATCH /api/v1/hdfs/files/uploads/{id}': ['continueUpload', 'Add bytes to an upload'],
  'DELETE /api/v1/hdfs/files/uploads/{id}': ['cancelUpload', 'Cancel an upload'],
  'GET /api/v1/hdfs': ['listHome', 'List the home folder of the caller'],
  'GET /api/v1/hdfs/dir/open': ['openFolder', 'List a folder by name'],
  'GET /api/v1/hdfs/dir/files': ['listFilesOfFolder', 'List a folder by name (alternative path)'],
  'GET /filesInPathJSON': ['listFilesOlder', 'List a folder (alternative path)'],
  'GET /api/v1/hdfs/files': ['listFiles', 'List a folder, sorted'],
  'GET /api/v1/hdfs/files/download': ['downloadFile', 'Download a file'],
  'GET /api/v1/hdfs/files/open': ['openFile', 'Preview a file as text'],
  'GET /api/v1/hdfs/user/home-dir': ['readHomeFolder', 'Get the home folder of the caller'],
  'GET /api/v1/hdfs/configurations': ['readFileSpace', 'Get the location of the file space'],
};
