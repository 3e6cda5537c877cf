import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  /** The effect of a drop. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onDrop: (data: DataTransfer) => void;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Takes files that are dropped anywhere on its children. */
export function DropZone({ label, isOpen, onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(isOpen);
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (isOpen) onDrop(event.dataTransfer);
  };
  return (
    <div
      className={classes.place}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
      {isOver ? (
        <div className={classes.over} aria-hidden>
          {label}
        </div>
      ) : null}
    </div>
  );
}
