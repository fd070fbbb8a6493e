ALTER TABLE `approvals` ADD `sent_back_at` integer;--> statement-breakpoint
CREATE INDEX `approvals_sent_back` ON `approvals` (`domain_id`,`sent_back_at`) WHERE "approvals"."sent_back_at" is not null;