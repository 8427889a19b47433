// Paths on the Clerk's site (sources are cited in the fake publisher, test/publishers/house.ts).

/** base URL of the publisher, independent of HOUSE_URL */
export const houseSite = "https://disclosures-clerk.house.gov";

export const housePaths = {
  index: (year: number) => `/public_disc/financial-pdfs/${year}FD.zip`,
  report: (year: number | string, docId: string) => `/public_disc/ptr-pdfs/${year}/${docId}.pdf`,
};
