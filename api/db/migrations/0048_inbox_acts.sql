CREATE TABLE `inbox_acts` (
	`item_id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`state` text NOT NULL,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`begun_at` integer,
	`reason_code` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`act` text NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `inbox_items`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `inbox_acts_wake` ON `inbox_acts` (`wake_at`) WHERE "inbox_acts"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX `inbox_acts_user` ON `inbox_acts` (`user_id`) WHERE "inbox_acts"."user_id" is not null;--> statement-breakpoint
ALTER TABLE `inbox_items` ADD `hidden` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `inbox_items` ADD `liked` integer DEFAULT false NOT NULL;