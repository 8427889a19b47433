// Binds the accounts' port of the graph to src/accounts; every process is notified of a change before it is
// acknowledged.
import type { Access } from "../accounts/access.ts";
import { AccountError, changeStatus, findAccount, removeAccount, setPlan } from "../accounts/accounts.ts";
import { type Billing, choosePlan } from "../accounts/billing.ts";
import { fileBytesOf } from "../accounts/file-bytes.ts";
import { createKey, type NewKey } from "../accounts/keys.ts";
import { createOwnKey, renameOwnKey, revokeOwnKey, rotateOwnKey } from "../accounts/own-keys.ts";
import { issueResetLink } from "../accounts/people/links.ts";
import { AppError, UsageError } from "../errors.ts";
import type { AccountsPort, IssuedKey } from "../graph/ports.ts";
import type { Store } from "../store/store.ts";

/** Turns messages that commands print for an operator into errors for the caller. */
async function asCallerError<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    const isTheirs = error instanceof AccountError || error instanceof UsageError;
    throw isTheirs ? new AppError("bad_request", error.message, { cause: error }) : error;
  });
}

/** `publicUrl` is the base URL that callers see. */
export function accountsPort(store: Store, access: Access, billing: Billing, publicUrl: () => string): AccountsPort {
  /** Makes the change, and notifies all processes of it. */
  async function changed<Result>(accountId: string, work: Promise<Result>): Promise<Result> {
    const result = await asCallerError(work);
    await access.announce(accountId);
    return result;
  }
  const issued = ({ id, key }: NewKey): IssuedKey => ({ id, secret: key });
  return {
    async limits(accountId) {
      const account = await store.prisma.account.findUnique({ where: { id: accountId }, include: { plan: true } });
      if (!account) throw new AppError("not_found");
      const { id: plan, perMinute, perDay, perMonth } = account.plan;
      const principal = { accountId, keyId: "", plan, limits: { perMinute, perDay, perMonth } };
      const [figures, fileBytes] = await Promise.all([access.peek(principal), fileBytesOf(store.pool, accountId)]);
      return { ...figures, fileBytes };
    },
    createKey: async (accountId, name, actor) => issued(await createOwnKey(store, { accountId, name, actor })),
    renameKey: (accountId, keyId, name, actor) => renameOwnKey(store, { accountId, keyId, name, actor }),
    async rotateKey(accountId, keyId, overlapMs, actor) {
      const fresh = await changed(accountId, rotateOwnKey(store, { accountId, keyId, overlapMs, actor }));
      return { ...issued(fresh), replacedId: keyId };
    },
    revokeKey: (accountId, keyId, actor) => changed(accountId, revokeOwnKey(store, { accountId, keyId, actor })),
    planChanges: billing.mode,
    choosePlan: (accountId, plan, actor) => changed(accountId, choosePlan(store, billing, { accountId, plan, actor })),
    async setPlan(account, plan, actor) {
      await changed(account, setPlan(store, { account, plan, actor }));
    },
    async changeStatus(account, change, actor) {
      await changed(account, changeStatus(store, { account, change, actor }));
    },
    async createPartnerKey(account, name, allowlist, actor) {
      if (allowlist.length === 0) throw new AppError("bad_request", "A partner key needs addresses that it works from");
      return issued(await changed(account, createKey(store, { account, name, allowlist, actor })));
    },
    async issueResetLink(account, actor) {
      const { email } = await asCallerError(findAccount(store.prisma, account));
      const user = await store.prisma.user.findUnique({ where: { email } });
      // a user who may act for an account must not become another administrator this way
      if (user?.role === "admin")
        throw new AppError("bad_request", `${email} is an administrator: \`disclosed admin create\` gives a new link`);
      return await asCallerError(issueResetLink(store, { email, publicUrl: publicUrl(), actor }));
    },
    async remove(account, actor) {
      await changed(account, removeAccount(store, { account, actor }));
    },
  };
}
