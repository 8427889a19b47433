// The Clerk's site: what is at which path (cited where it is served again, in test/publishers/house.ts).

/** the publisher's own address, whatever HOUSE_URL says */
export const houseSite = "https://disclosures-clerk.house.gov";

export const housePaths = {
  index: (year: number) => `/public_disc/financial-pdfs/${year}FD.zip`,
  report: (year: number | string, docId: string) => `/public_disc/ptr-pdfs/${year}/${docId}.pdf`,
};
