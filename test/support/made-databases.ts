/** Names of the databases that this thread has created, for the code that drops them. */
export const madeDatabases: string[] = [];
