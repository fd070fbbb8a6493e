CREATE TABLE `mail_outcomes` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `request_events` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`by_id` text,
	`kind` text NOT NULL,
	`act` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `request_events_request` ON `request_events` (`request_id`,`at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_tracked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `requests` ADD `status` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE `requests` ADD `assignee_id` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `requests` ADD `domain_id` text REFERENCES domains(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `requests` ADD `version` integer DEFAULT 1 NOT NULL;