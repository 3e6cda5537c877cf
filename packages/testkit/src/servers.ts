// Servers that a file space can lie on, one of each for a test process. Tests take folders and buckets of their own there,
// and leave the servers as they found them.
import { startS3 } from '../../s3/test/server/s3.ts';
import { startHdfs } from '../../webhdfs/test/hadoop/hdfs.ts';
import { shared, shareMark } from './shared.ts';

/** An HDFS of one NameNode and one DataNode, which lists two entries at a time and has blocks of 1 MiB. */
export const sharedHdfs = shared(() => {
  for (const mark of ['millrace-hdfs-', '/hadoop/hdfs.py']) shareMark(mark);
  return startHdfs({ settings: { 'dfs.ls.limit': '2', 'dfs.blocksize': '1048576' } });
});

/** An S3 server that lets anybody in who signs with its first key. */
export const sharedS3 = shared(() => {
  shareMark('/server/s3.py');
  return startS3();
});
