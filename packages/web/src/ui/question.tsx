import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { unlessBusy } from './unless-busy.ts';
import classes from './question.module.css';

interface QuestionProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** True while the action runs: it cannot be stopped any more. */
  readonly isBusy?: boolean;
  readonly error?: string | undefined;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before an irreversible action. The safe button has the focus. */
export function Question({ isOpen, title, children, yes, no, isBusy = false, error, onYes, onNo }: QuestionProps) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={unlessBusy(onNo, isBusy)}
      centered
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <p className={classes.text}>{children}</p>
          {error === undefined ? null : (
            <p role="alert" className={classes.error}>
              {error}
            </p>
          )}
          <div className={classes.answers}>
            <Button variant="default" onClick={onNo} disabled={isBusy} data-autofocus>
              {no}
            </Button>
            <Button className={classes.yes} onClick={onYes} loading={isBusy}>
              {yes}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
