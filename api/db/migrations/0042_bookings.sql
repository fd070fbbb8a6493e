CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`starts_at` integer,
	`time_zone` text NOT NULL,
	`token_hash` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`remind_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_starts_at_unique` ON `bookings` (`starts_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_token_hash_unique` ON `bookings` (`token_hash`);--> statement-breakpoint
CREATE INDEX `bookings_request` ON `bookings` (`request_id`);--> statement-breakpoint
CREATE INDEX `bookings_remind` ON `bookings` (`remind_at`);