-- Which HTTP status stopped a publisher, as a figure: the advice for it was found by words of the message.
ALTER TABLE outbound_gates ADD COLUMN stopped_status INTEGER;
