import type { Operations } from './operation.ts';

/** Calls about the file space. */
export const files: Operations = {
  'POST /api/v1/hdfs/dir/create': ['createFolder', 'Make a folder'],
  'POST /api/v1/hdfs/files/upload': ['uploadFile', 'Upload a file'],
  'DELETE /api/v1/hdfs/files/delete': ['deleteFile', 'Delete a file or folder'],
  'GET /api/v1/hdfs/files/rename': ['renameFile', 'Rename a file or folder'],
  'GET /api/v1/hdfs/files/move': ['moveFile', 'Move a file or folder'],
  'POST /api/v1/hdfs/files/moves': ['moveFiles', 'Move files and folders'],
  'GET /api/v1/hdfs/files/permissions/change': [
    'changePermissionsByGet',
    'Change who may read and write a file, by GET',
  ],
  'POST /api/v1/hdfs/files/permissions/change': ['changePermissions', 'Change who may read and write a file'],
  'POST /api/v1/hdfs/files/uploads': ['beginUpload', 'Begin the upload of a file in parts'],
  'HEAD /api/v1/hdfs/files/uploads/{id}': ['readUpload', 'How far an upload has come'],
  'PATCH /api/v1/hdfs/files/uploads/{id}': ['continueUpload', 'Add bytes to an upload'],
  'DELETE /api/v1/hdfs/files/uploads/{id}': ['cancelUpload', 'Call an upload off'],
  'GET /api/v1/hdfs': ['listHome', 'Files of the home folder of the caller'],
  'GET /api/v1/hdfs/dir/open': ['openFolder', 'Files of a folder by name'],
  'GET /api/v1/hdfs/dir/files': ['listFilesOfFolder', 'Files of a folder by name, at another address'],
  'GET /filesInPathJSON': ['listFilesOlder', 'Files of a folder, at another address'],
  'GET /api/v1/hdfs/files': ['listFiles', 'Files of a folder in an order'],
  'GET /api/v1/hdfs/files/download': ['downloadFile', 'The bytes of a file'],
  'GET /api/v1/hdfs/files/open': ['openFile', 'The beginning of a file as text'],
  'GET /api/v1/hdfs/user/home-dir': ['readHomeFolder', 'The home folder of the caller'],
  'GET /api/v1/hdfs/configurations': ['readFileSpace', 'Where the file space lies'],
};
