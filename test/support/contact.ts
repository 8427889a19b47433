// The contact of the fetching client, for tests against doubles of publishers. The setting is validated as usual, so the domain is not of those
// that are reserved; and it belongs to no one: ISO 3166 leaves ZZ to its users, and no top-level domain is made of it.
export const testContact = "Test Suite tests@disclosed.zz";
