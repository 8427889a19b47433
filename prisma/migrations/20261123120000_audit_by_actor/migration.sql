-- What an actor did next is looked up for each entry of the log.
CREATE INDEX "audit_log_actor_id_idx" ON "audit_log"("actor", "id");
