// The facts of a cluster in the change log (disclosed_facts), and how filters see them.
import type { ClusterFields } from "../../filters/clusters.ts";
import { type Office, saysOffice } from "../../filters/officer-titles.ts";
import { companyWith, type FactFields, label } from "../conditions-to-predicate.ts";

/** Absent is null. Numbers are decimals as text. */
interface Facts {
  company: string;
  transactionCode: string;
  startedOn: string;
  latestFiledOn: string;
  /** of the insiders, in lower case */
  titles?: string[];
  size: string;
  trades: string;
  value?: string;
  shares?: string;
  /** with four decimals */
  averagePrice?: string;
  signalScore: string;
}

export const clusterFacts: FactFields<ClusterFields, Facts> = {
  label: {
    ...companyWith<Facts>(({ company }) => company),
    role: (roles) => ({
      test: ({ titles = [] }) => titles.some((title) => roles.some((role) => saysOffice(role as Office, title))),
    }),
    transactionCode: label(({ transactionCode }) => transactionCode),
  },
  flag: {},
  number: {
    size: ({ size }) => size,
    trades: ({ trades }) => trades,
    value: ({ value }) => value,
    shares: ({ shares }) => shares,
    averagePrice: ({ averagePrice }) => averagePrice,
    signalScore: ({ signalScore }) => signalScore,
  },
  day: { startedOn: ({ startedOn }) => startedOn, latestFiledOn: ({ latestFiledOn }) => latestFiledOn },
  text: {},
};

export const clusterKeys = ({ company }: Facts): string[] => [`company ${company}`];
