CREATE TABLE `inbox_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`user_id` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `inbox_items`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `inbox_notes_item` ON `inbox_notes` (`item_id`);--> statement-breakpoint
CREATE INDEX `inbox_notes_user` ON `inbox_notes` (`user_id`) WHERE "inbox_notes"."user_id" is not null;