// The hour of daily mail.

/** UTC; EDGAR's day is over by then, and its index is published */
const digestHour = 6;

/** SQL: the time of the newest digest that is due. */
export const lastDigest = `(date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC' - interval '${digestHour} hours')
    + interval '${digestHour} hours') AT TIME ZONE 'UTC'`;
