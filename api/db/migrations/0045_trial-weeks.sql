CREATE TABLE `trial_texts` (
	`key` text PRIMARY KEY NOT NULL,
	`texts` text,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trial_weeks` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`business_name` text NOT NULL,
	`time_zone` text NOT NULL,
	`posts` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trial_weeks_expiry` ON `trial_weeks` (`expires_at`);