import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { filesChanged, homeQuery } from '../../api/files.ts';
import { useMay } from '../../api/may.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { ConflictQuestion } from '../files/conflict-question.tsx';
import { droppedFilesOf, type DroppedFile } from '../files/dropped.ts';
import { Fault } from '../files/fault.tsx';
import { intakes, useIntake } from './intake.ts';

interface IntakeDropZoneProps {
  /** `take`: starts the upload of files; undefined for users who may not upload. */
  readonly children: (take: ((files: readonly DroppedFile[]) => void) | undefined) => ReactNode;
}

/** A page with a drop zone: dropped files are uploaded to the user's home folder and become a new dataset. */
export function IntakeDropZone({ children }: IntakeDropZoneProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { fault } = useIntake();
  const may = useMay();
  const isOpen = may('data.write') && may('datasets.modify', 'EDIT');
  const take = (files: Promise<readonly DroppedFile[]>): void => {
    const home = client.ensureQueryData(homeQuery).then((at) => at.home);
    void intakes.take(files, home, () => void filesChanged(client));
    void navigate({ to: '/datasets/new', search: {} });
  };
  return (
    <DropZone label={datasetTexts.drop} isOpen={isOpen} onDrop={(data) => take(droppedFilesOf(data))}>
      {fault === undefined ? null : <Fault error={fault} />}
      {children(isOpen ? (files) => take(Promise.resolve(files)) : undefined)}
      <ConflictQuestion />
    </DropZone>
  );
}
