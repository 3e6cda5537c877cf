/** What a call is named in the description of the interface, and what it does in a few words. */
export type Operation = readonly [operationId: string, summary: string];

/** Operations by method and path, such as `GET /api/v1/projects/{id}`. */
export type Operations = Readonly<Record<string, Operation>>;
