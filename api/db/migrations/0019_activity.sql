CREATE TABLE `activity` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`act` text NOT NULL,
	`via` text NOT NULL,
	`user_id` text,
	`name` text DEFAULT '' NOT NULL,
	`post_id` text,
	`person_id` text,
	`email` text,
	`details` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `activity_domain` ON `activity` (`domain_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `activity_user` ON `activity` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `activity_person` ON `activity` (`person_id`) WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX `activity_email` ON `activity` (`email`) WHERE email is not null;--> statement-breakpoint
ALTER TABLE `members` ADD `visits_until` integer;--> statement-breakpoint
CREATE INDEX `deliveries_published` ON `deliveries` (`domain_id`,`published_at`) WHERE "deliveries"."published_at" is not null;