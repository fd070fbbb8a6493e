CREATE TABLE `post_series` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`every` text NOT NULL,
	`interval` integer NOT NULL,
	`until` text NOT NULL,
	`time_zone` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `post_series_domain` ON `post_series` (`domain_id`);--> statement-breakpoint
ALTER TABLE `posts` ADD `series_id` text REFERENCES post_series(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `posts` ADD `series_index` integer;--> statement-breakpoint
CREATE INDEX `posts_series` ON `posts` (`series_id`,`publish_at`) WHERE "posts"."series_id" is not null;