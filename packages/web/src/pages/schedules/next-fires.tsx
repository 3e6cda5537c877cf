import { scheduleFormTexts } from '../../texts/schedule-form.ts';
import { Time } from '../../ui/time.tsx';
import { momentsIn, ownZone } from './zones.ts';
import classes from './next-fires.module.css';

interface NextFiresProps {
  readonly fires: readonly string[] | undefined;
  readonly zone: string;
  readonly isActive: boolean;
}

const texts = scheduleFormTexts;
const maxFires = 10;

/** The next fire times of a schedule, in the reader's zone, and in the schedule's if it differs. */
export function NextFires({ fires, zone, isActive }: NextFiresProps) {
  const times = (fires ?? []).map((fire) => Date.parse(fire));
  const [own, there] = [momentsIn(ownZone(), times), momentsIn(zone, times)];
  const isElsewhere = times.some((at) => own(at) !== there(at));
  const [first] = times;
  return (
    <section className={classes.fires} aria-label={texts.next}>
      <h2>{texts.next}</h2>
      {first === undefined ? (
        <p className="soft">{texts.nextEmpty}</p>
      ) : (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.yourTime(ownZone())}</th>
                {isElsewhere ? <th scope="col">{texts.zoneTime(zone)}</th> : null}
              </tr>
            </thead>
            <tbody>
              {times.map((at) => (
                <tr key={at}>
                  <td>
                    <time dateTime={new Date(at).toISOString()}>{own(at)}</time>
                  </td>
                  {isElsewhere ? <td className="soft">{there(at)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="soft">
            {isActive ? (
              <>
                {texts.nextFirst} <Time at={first} />
              </>
            ) : (
              texts.nextInactive
            )}
            {times.length < maxFires ? <> · {texts.nextLast(times.length)}</> : null}
          </p>
        </>
      )}
    </section>
  );
}
