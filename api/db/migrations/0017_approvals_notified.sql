ALTER TABLE `approvals` ADD `notified_at` integer;--> statement-breakpoint
CREATE INDEX `approvals_unnotified` ON `approvals` (`domain_id`,`submitted_at`) WHERE "approvals"."state" = 'in_review' and "approvals"."notified_at" is null;--> statement-breakpoint
CREATE INDEX `approvals_notified` ON `approvals` (`domain_id`,`notified_at`) WHERE "approvals"."notified_at" is not null;