import { Button } from '@mantine/core';

interface FormAnswersProps {
  readonly className: string | undefined;
  readonly cancel: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onLeave: () => void;
}

/** The buttons of a form in a dialog: leave it, or submit it. */
export const FormAnswers = ({ className, cancel, submit, isBusy, onLeave }: FormAnswersProps) => (
  <div className={className}>
    <Button variant="default" onClick={onLeave}>
      {cancel}
    </Button>
    <Button type="submit" loading={isBusy}>
      {submit}
    </Button>
  </div>
);
