-- Whether a new key came of a rotation is looked up for each new key of the log.
CREATE INDEX "audit_log_replaced_by_idx" ON "audit_log" ((("after" ->> 'replacedBy'))) WHERE "action" = 'key.rotate';
