import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { material } from '@millrace/testkit/material';

/** `skip`: why the comparison with the reference is left out; false when the reference is there. */
export const { path: list, skip } = material('reference/processors.json');
const { path: folder } = material('.');

export interface ReferenceField {
  readonly name: string;
  readonly widget: string;
  readonly default?: string | number | boolean | null;
  readonly options?: readonly (string | number | boolean)[];
  readonly optionsMap?: Readonly<Record<string, string>>;
}

export interface ReferenceProcessor {
  readonly class: string;
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly fields: readonly ReferenceField[];
  readonly inputAnchors?: readonly string[];
  readonly outputAnchors?: readonly string[];
}

/** What the interface says of a class: one entry for each engine that it has there; none for classes of old files. */
export const reference: ReadonlyMap<string, readonly ReferenceProcessor[]> = Map.groupBy(
  skip ? [] : (JSON.parse(readFileSync(list, 'utf8')) as readonly ReferenceProcessor[]),
  (entry) => entry.class,
);

export interface GalleryNode {
  readonly nodeClass: string;
  readonly name: string;
  readonly description?: string;
}

/** All nodes of the workflows of the gallery. */
export const galleryNodes: readonly GalleryNode[] = existsSync(join(folder, 'gallery/workflows'))
  ? readdirSync(join(folder, 'gallery/workflows')).flatMap(
      (file) =>
        (JSON.parse(readFileSync(join(folder, 'gallery/workflows', file), 'utf8')) as { nodes: GalleryNode[] }).nodes,
    )
  : [];
