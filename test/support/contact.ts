// The contact of the fetching client, for tests against doubles of publishers. The setting is validated as usual, which refuses reserved
// domains. This one has no owner: ISO 3166 leaves ZZ to its users, so it is no top-level domain.
export const testContact = "Test Suite tests@disclosed.zz";
