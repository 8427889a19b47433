// Ids of events: the position of a change in the change log, by which a receiver recognises an event that it has handled,
// and at which a stream continues.

/** A position in the change log, with the data version of the change there. Both are whole numbers as text. */
export interface LogPosition {
  version: string;
  position: string;
}

/**
 * `evt_<version>_<position>_<change>`: the same for the same change, for every subscription and in every attempt. Besides
 * `created`, `changed` and `withdrawn` a stream has `reached` (no event: everything up to there was compared) and `gap`.
 */
export const eventIdOf = ({ version, position, change }: LogPosition & { change: string }): string =>
  `evt_${version}_${position}_${change}`;

/** Undefined for a text that is not an id of an event. */
export function positionOfEvent(id: string): LogPosition | undefined {
  const [, version, position] =
    /^evt_(0|[1-9]\d{0,17})_(0|[1-9]\d{0,17})_(?:created|changed|withdrawn|reached|gap)$/.exec(id) ?? [];
  return version === undefined || position === undefined ? undefined : { version, position };
}
