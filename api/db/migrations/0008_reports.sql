CREATE TABLE `report_prints` (
	`report_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`message` text,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`pdf` blob,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_prints_wake` ON `report_prints` (`wake_at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`month` text NOT NULL,
	`state` text NOT NULL,
	`content` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`recipients` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`release` integer DEFAULT 0 NOT NULL,
	`released_at` integer,
	`link_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_link_hash_unique` ON `reports` (`link_hash`);--> statement-breakpoint
CREATE INDEX `reports_user` ON `reports` (`user_id`,`domain_id`,`month`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_month` ON `reports` (`domain_id`,`month`);