import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { unlessBusy } from './unless-busy.ts';
import classes from './dialog.module.css';

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The effect of leaving it. */
  readonly leave: string;
  readonly onLeave: () => void;
  /** True while the action runs: it cannot be stopped any more. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the page; Escape closes it. */
export const Dialog = ({ isOpen, title, leave, onLeave, isBusy = false, children }: DialogProps) => (
  <Modal.Root
    opened={isOpen}
    onClose={unlessBusy(onLeave, isBusy)}
    transitionProps={{ duration: 0 }}
    portalProps={{ target: '#content' }}
  >
    <Modal.Overlay />
    <Modal.Content>
      <div className={classes.head}>
        <Modal.Title className={classes.title}>{title}</Modal.Title>
        <Modal.CloseButton aria-label={leave} disabled={isBusy} />
      </div>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
);
