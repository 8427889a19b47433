// What a test file leaves behind on the server.
/** Names of the databases that createTestStore made in this thread. */
export const madeDatabases: string[] = [];
