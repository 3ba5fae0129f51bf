/** A timetable with a column for each run, which leaves out some of the stops. */
export const boat = `Harbour boat, daily

| Pier | Boat 1 | Boat 2 | Boat 3 | Boat 4 |
|---|---|---|---|---|
| Fishmarket | 08:00 | 10:20 | 13:05 | 16:30 |
| Lighthouse | 08:12 | - | 13:17 | 16:42 |
| Old Castle | 08:25 | 10:45 |  | 16:55 |
| Bird Island |  | 11:05 |  | 17:15 |
`;
